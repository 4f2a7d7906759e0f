import type { Evidence } from '../trace/evidence.ts';

/** An exchange in one line: what was asked, with which credentials, and how it was answered. */
export function exchangeLine({ request, response }: Evidence): string {
  return `${request.method} ${request.path}, credentials: ${request.credentials} → ${response.status}`;
}
