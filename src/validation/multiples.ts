/** In decimal arithmetic: 19.99 is a multiple of 0.01, but `19.99 % 0.01` is not 0. */
export function isMultipleOf(number: number, divisor: number): boolean {
  // JSON.parse reads 1e999 as Infinity, which may or may not be a multiple. Do not refuse it.
  if (![number, divisor].every(Number.isFinite)) return true;
  if (Number.isInteger(number) && Number.isInteger(divisor)) return number % divisor === 0;
  const [one, other] = [decimalOf(number), decimalOf(divisor)];
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  return scaled(one) % scaled(other) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return { digits: BigInt(`${whole}${fraction}`), places: fraction.length - Number(exponent) };
}

/** The product, rounded as decimals are: 0.3 for 0.1 times 3, which doubles give as 0.30000000000000004. */
export function multipleOf(divisor: number, times: number): number {
  const product = divisor * times;
  return Number.isInteger(divisor) ? product : Number(product.toPrecision(15));
}
