/** Whether a status is a success (RFC 9110, section 15.3). */
export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether a status is a client error (RFC 9110, section 15.5). */
export function is4xx(status: number): boolean {
  return status >= 400 && status <= 499;
}
