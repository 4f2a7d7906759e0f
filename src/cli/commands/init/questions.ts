import { createInterface } from 'node:readline/promises';
import schema from '../../../gate/configuration.schema.json' with { type: 'json' };
import type { Configuration } from '../../../gate/configuration.ts';
import { defaultTokenVariable } from '../../../gate/defaults.ts';
import { Failure } from '../../../gate/failure.ts';
import { writeModes } from '../../../harness/target.ts';
import { isObject } from '../../../schema/json.ts';
import { memberOf } from '../../../schema/pointer.ts';
import { bundled } from '../../../specification/bundled.ts';
import { linesTo, type Terminal, write } from '../../terminal.ts';
import { accepted, variableReference } from './draft.ts';

interface Question {
  /** The key of the configuration that the answer sets, and its member for keys such as `tokens`. */
  readonly key: readonly [name: keyof Configuration, member?: string];
  readonly text: string;
  /** The form of the answer. Default: a text. The name of a `variable` becomes the reference `${NAME}`. */
  readonly form?: 'variable' | 'list';
  /** The value for an empty answer. If absent, an empty answer sets nothing. */
  readonly usual?: string;
  readonly applies?: (answered: Configuration) => boolean;
}

const operations = schema.properties.restrictedOperations.items.enum;
const orNone = '(leave empty if there is none)';
const identifiers = 'identifiers with spaces between them (leave empty if there are none)';

const questions: readonly Question[] = [
  {
    key: ['baseUrl'],
    text: "The organisation's host without /api/v2, such as https://acme.example",
  },
  {
    key: ['tokens', 'member'],
    text: `Environment variable that holds a token of the organisation [${defaultTokenVariable}]`,
    form: 'variable',
    usual: defaultTokenVariable,
  },
  {
    key: ['tokens', 'restricted'],
    text: `Environment variable that holds a token of the organisation that lacks a permission ${orNone}`,
    form: 'variable',
  },
  {
    key: ['restrictedOperations'],
    text: `What that token may not do, with spaces between: ${operations.join(', ')} (leave empty if that is not known)`,
    form: 'list',
    applies: ({ tokens }) => tokens?.restricted !== undefined,
  },
  {
    key: ['tokens', 'outsider'],
    text: `Environment variable that holds a token of a user of another organisation ${orNone}`,
    form: 'variable',
  },
  ...bundled.caseTypes.map(
    (caseType): Question => ({
      key: ['cases', caseType],
      text: `${caseType} cases of the organisation, ${identifiers}`,
      form: 'list',
    }),
  ),
  { key: ['cases', 'foreign'], text: `Cases of another organisation, ${identifiers}`, form: 'list' },
  { key: ['clients'], text: `Clients of the organisation, ${identifiers}`, form: 'list' },
  { key: ['writes'], text: `What a run may change: ${writeModes.join(', ')} [none]`, usual: 'none' },
];

/** Whether the options already give the answer. If they list any case, they are assumed to list all. */
function isSettled({ key: [name, member] }: Question, draft: Configuration): boolean {
  const value = draft[name];
  if (name === 'cases') return isObject(value) && Object.keys(value).length > 0;
  return (member === undefined ? value : memberOf(value, member)) !== undefined;
}

function answeredWith(
  { key: [name, member], form, usual = '' }: Question,
  draft: Configuration,
  given: string,
): Configuration {
  const answer = given || usual;
  if (answer === '' && name !== 'baseUrl') return draft;
  const value =
    form === 'list'
      ? answer.split(/[\s,]+/).filter(Boolean)
      : form === 'variable'
        ? variableReference(answer, theAnswer)
        : answer;
  const set = member === undefined ? value : { ...(draft[name] as object), [member]: value };
  return accepted({ ...draft, [name]: set }, theAnswer);
}

const theAnswer = 'The answer';

export async function askForRest(draft: Configuration, terminal: Terminal): Promise<Configuration> {
  const dialogue = openDialogue(terminal);
  const complain = linesTo(terminal);
  let answered = draft;
  try {
    for (const question of questions.filter((one) => !isSettled(one, draft))) {
      if (question.applies?.(answered) === false) continue;
      answered = await askUntilRight(question, answered, dialogue, complain);
    }
  } finally {
    dialogue.close();
  }
  return answered;
}

async function askUntilRight(
  question: Question,
  draft: Configuration,
  dialogue: Dialogue,
  complain: (sentence: string) => void,
): Promise<Configuration> {
  for (;;) {
    const answer = await dialogue.ask(question.text);
    try {
      return answeredWith(question, draft, answer);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      complain(error.message);
    }
  }
}

interface Dialogue {
  /**
   * Asks a question, and returns the line that the user types.
   * @throws {Failure} `NOT_ANSWERED`
   */
  ask(text: string): Promise<string>;
  close(): void;
}

function openDialogue({ input, output }: Terminal): Dialogue {
  const reader = createInterface({ input, output });
  // This iterator also returns lines that arrive before a question, even after the input has ended.
  const lines = reader[Symbol.asyncIterator]();
  let isOpen = true;
  let isInterrupted = false;
  reader.once('close', () => {
    isOpen = false;
  });
  reader.once('SIGINT', () => {
    isInterrupted = true;
    reader.close();
  });
  return {
    ask: async (text) => {
      reader.setPrompt(`${text}: `);
      if (isOpen) reader.prompt();
      const { value, done } = await lines.next();
      if (done !== true && !isInterrupted) return value.trim();
      write(output, '\n');
      throw new Failure(
        'NOT_ANSWERED',
        'The questions ended before all were answered, so nothing was written. Answer them all, or use the options that case-conformance init --help shows.',
      );
    },
    close: () => reader.close(),
  };
}
