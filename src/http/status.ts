export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether the status may depend on the caller. 304, 429 and 500, for example, do not. */
export function isSuccessOrRefusal(status: number): boolean {
  return is2xx(status) || (is4xx(status) && status !== 429);
}

export function is4xx(status: number): boolean {
  return status >= 400 && status <= 499;
}
