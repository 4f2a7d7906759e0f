export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Any other status, such as 304, 429 or 500, does not depend on who sends the request. */
export function isSuccessOrRefusal(status: number): boolean {
  return is2xx(status) || (is4xx(status) && status !== 429);
}

export function is4xx(status: number): boolean {
  return status >= 400 && status <= 499;
}
