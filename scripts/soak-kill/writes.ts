import { setTimeout as sleep } from 'node:timers/promises';
import { type Demo, readDemo } from '../../src/reference/demo.ts';

export interface Place {
  readonly client: string;
  readonly field: 'title' | 'firstName' | 'lastName';
  acknowledged: string | undefined;
  unacknowledged: string[];
}

export interface Ledger {
  readonly places: readonly Place[];
  readonly created: string[];
  sent: number;
}

const demo: Demo = await readDemo();
const [own] = demo.organisations;
const member = own?.users.flatMap(({ tokens }) => tokens).find(({ name }) => name === 'member')?.token;

export function newLedger(): Ledger {
  const fields = ['title', 'firstName', 'lastName'] as const;
  return {
    places: (own?.clients ?? []).flatMap(({ id }) =>
      fields.map((field) => ({
        ...{ client: String(id), field },
        ...{ acknowledged: undefined, unacknowledged: [] },
      })),
    ),
    created: [],
    sent: 0,
  };
}

export function startWriting(url: string, ledger: Ledger): () => Promise<void> {
  let isStopped = false;
  const untilStopped = async (write: (text: string) => Promise<void>): Promise<void> => {
    while (!isStopped) {
      ledger.sent += 1;
      // A short wait before the next attempt if the service does not answer.
      await write(`Text ${ledger.sent}`).catch(() => sleep(5));
    }
  };
  const writers = [
    ...ledger.places.map((place) => untilStopped((text) => changed(url, place, text))),
    untilStopped(async (text) => {
      const subDomain = text.replace(' ', '-').toLowerCase();
      if ((await create(url, subDomain)) === 201) ledger.created.push(subDomain);
    }),
  ];
  return async () => {
    isStopped = true;
    await Promise.all(writers);
  };
}

async function changed(url: string, place: Place, text: string): Promise<void> {
  place.unacknowledged.push(text);
  const { status } = await patch(url, place.client, { [place.field]: text });
  if (status !== 200) throw new Error(`The change was answered ${status}.`);
  place.acknowledged = text;
  place.unacknowledged = [];
}

export async function lostFrom(url: string, ledger: Ledger): Promise<string[]> {
  const lost: string[] = [];
  for (const place of ledger.places) {
    const { acknowledged, unacknowledged, client, field } = place;
    const record = (await (await patch(url, client, {})).json()) as Readonly<Record<string, string>>;
    const shown = record[field];
    if (acknowledged !== undefined && ![acknowledged, ...unacknowledged].includes(String(shown)))
      lost.push(`${field} of ${client} is '${shown}', and not '${acknowledged}'`);
    Object.assign(place, { acknowledged: shown, unacknowledged: [] });
  }
  for (const subDomain of ledger.created.splice(0))
    if ((await create(url, subDomain)) !== 409) lost.push(`the organisation ${subDomain} is not there`);
  return lost;
}

const headers = { authorization: `Bearer ${member}`, 'content-type': 'application/json' };

function patch(url: string, client: string, body: object): Promise<Response> {
  return fetch(`${url}/api/v2/clients/${client}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
}

async function create(url: string, subDomain: string): Promise<number> {
  const body = JSON.stringify({ subDomain });
  return (await fetch(`${url}/api/v2/org`, { method: 'POST', headers, body })).status;
}
