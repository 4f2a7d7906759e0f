import type { Evidence } from '../trace/evidence.ts';

export function exchangeLine({ request, response }: Evidence): string {
  return `${request.method} ${request.path}, credentials: ${request.credentials} → ${response.status}`;
}
