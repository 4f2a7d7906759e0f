/** Whether a status is one of success (RFC 9110, section 15.3). */
export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}
