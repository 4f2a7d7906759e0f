/** Whether a status is one of success (RFC 9110, section 15.3). */
export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether a status says that what was sent is wrong, rather than who answers (RFC 9110, section 15.5). */
export function is4xx(status: number): boolean {
  return status >= 400 && status <= 499;
}
