import type { RequestListener } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

// A self-signed certificate for 127.0.0.1 and localhost, valid until the year 2126. Its key is public.

/** The certificate, which is also that of its authority. */
export const cert = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUEqX+QP6orUBevjqJfopngFnUdD4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMjEwMzM1MVoYDzIxMjYxMDI5
MTAzMzUxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASiVDM/5GmTYrha8Bt+PaxCU6oR3QyA7qnBtwZ1YQMizqUJowAqexn7
varsvL4yt8ZHYAsizDoWrDw1ukGzZHTeo28wbTAdBgNVHQ4EFgQUWSQN4UC7JSBo
S9ea8j3oDBe0pyQwHwYDVR0jBBgwFoAUWSQN4UC7JSBoS9ea8j3oDBe0pyQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDRwAwRAIgNm2lHes+IxokRPZTkchunoxIBYPKFlI5fKAwwD0PAuMCIE7F
5NpTvK+GFcm6vFahfZT0yvH401sCaCTMdkN+oBw7
-----END CERTIFICATE-----`;

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJJwv/8W2ahm/s7Th
trsUrKTtpFFaQA/6TB7lMsg/FnyhRANCAASiVDM/5GmTYrha8Bt+PaxCU6oR3QyA
7qnBtwZ1YQMizqUJowAqexn7varsvL4yt8ZHYAsizDoWrDw1ukGzZHTe
-----END PRIVATE KEY-----`;

export async function serveSelfSigned(
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<{ readonly url: string; readonly seen: readonly string[]; close(): Promise<void> }> {
  const seen: string[] = [];
  const server = createServer({ cert, key, ...options }, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  // A client that does not trust the certificate ends the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
