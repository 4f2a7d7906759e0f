/** Whether a number is a multiple of another, by their decimal digits: 19.99 is one of 0.01, but not as doubles. */
export function isMultipleOf(number: number, divisor: number): boolean {
  // JSON numbers beyond the range of a double.
  if (![number, divisor].every(Number.isFinite)) return true;
  if (Number.isInteger(number) && Number.isInteger(divisor)) return number % divisor === 0;
  const [one, other] = [decimalOf(number), decimalOf(divisor)];
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  return scaled(one) % scaled(other) === 0n;
}

/** Digits without a point, and how many of them are after it. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return { digits: BigInt(`${whole}${fraction}`), places: fraction.length - Number(exponent) };
}

/** A multiple without the error of a product of doubles: 0.3, not 0.1 * 3. */
export function multipleOf(divisor: number, times: number): number {
  const product = divisor * times;
  return Number.isInteger(divisor) ? product : Number(product.toPrecision(15));
}
