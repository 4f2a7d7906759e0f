export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether an answer is no failure, for whatever caller: a success or a refusal. */
export function isServed(status: number): boolean {
  return is2xx(status) || (is4xx(status) && status !== 429);
}

export function is4xx(status: number): boolean {
  return status >= 400 && status <= 499;
}
