export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

export function is4xx(status: number): boolean {
  return status >= 400 && status <= 499;
}
