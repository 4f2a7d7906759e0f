import { createInterface } from 'node:readline/promises';
import type { Configuration } from '../../../gate/configuration.ts';
import { defaultTokenVariable } from '../../../gate/defaults.ts';
import { Failure } from '../../../gate/failure.ts';
import { type TokenName, type WriteMode, writeModes } from '../../../harness/target.ts';
import { bundled } from '../../../specification/bundled.ts';
import type { CaseType, OperationId } from '../../../specification/description.ts';
import { type Terminal, write } from '../../terminal.ts';
import { accepted, restrictableOperations, variableReference } from './draft.ts';

interface Question {
  readonly text: string;
  readonly isSettled: (draft: Configuration) => boolean;
  /** Whether the question is relevant after the earlier answers; by default always. */
  readonly applies?: (answered: Configuration) => boolean;
  /**
   * The draft with the answer, which may be empty.
   * @throws {Failure} if the answer is not valid
   */
  readonly settled: (draft: Configuration, answer: string) => Configuration;
}

const questions: readonly Question[] = [
  {
    text: "The organisation's host without /api/v2, such as https://acme.example",
    isSettled: ({ baseUrl }) => baseUrl !== undefined,
    settled: (draft, baseUrl) => ({ ...draft, baseUrl }),
  },
  tokenQuestion('member', 'a token of the organisation', defaultTokenVariable),
  tokenQuestion('restricted', 'a token of the organisation that lacks a permission'),
  {
    text: `What that token may not do, with spaces between: ${restrictableOperations.join(', ')} (leave empty if that is not known)`,
    isSettled: ({ restrictedOperations }) => restrictedOperations !== undefined,
    applies: ({ tokens }) => tokens?.restricted !== undefined,
    settled: (draft, answer) =>
      answer === '' ? draft : { ...draft, restrictedOperations: listed(answer) as OperationId[] },
  },
  tokenQuestion('outsider', 'a token of a user of another organisation'),
  ...bundled.caseTypes.map((caseType) => casesQuestion(caseType, `${caseType} cases of the organisation`)),
  casesQuestion('foreign', 'Cases of another organisation'),
  {
    text: listText('Clients of the organisation'),
    isSettled: ({ clients }) => clients !== undefined,
    settled: (draft, answer) => (answer === '' ? draft : { ...draft, clients: listed(answer) }),
  },
  {
    text: `What a run may change: ${writeModes.join(', ')} [none]`,
    isSettled: ({ writes }) => writes !== undefined,
    settled: (draft, answer) => ({ ...draft, writes: (answer || 'none') as WriteMode }),
  },
];

/** @param usual - the variable for an empty answer; by default none */
function tokenQuestion(name: TokenName, what: string, usual = ''): Question {
  return {
    text: `Environment variable that holds ${what} ${usual === '' ? '(leave empty if there is none)' : `[${usual}]`}`,
    isSettled: ({ tokens }) => tokens?.[name] !== undefined,
    settled: (draft, answer) => {
      const variable = answer || usual;
      if (variable === '') return draft;
      return { ...draft, tokens: { ...draft.tokens, [name]: variableReference(variable, theAnswer) } };
    },
  };
}

function casesQuestion(list: CaseType | 'foreign', what: string): Question {
  return {
    text: listText(what),
    // If `--case` was given, it is assumed to list all cases.
    isSettled: ({ cases = {} }) => Object.keys(cases).length > 0,
    settled: (draft, answer) =>
      answer === '' ? draft : { ...draft, cases: { ...draft.cases, [list]: listed(answer) } },
  };
}

function listText(what: string): string {
  return `${what}, identifiers with spaces between them (leave empty if there are none)`;
}

function listed(answer: string): string[] {
  return answer.split(/[\s,]+/).filter((identifier) => identifier !== '');
}

const theAnswer = 'The answer';

/**
 * Asks on the terminal for the missing settings. Repeats a question after an invalid answer.
 * @throws {Failure} `NOT_ANSWERED` if the input ends or is interrupted before that
 */
export async function askForRest(draft: Configuration, terminal: Terminal): Promise<Configuration> {
  const dialogue = openDialogue(terminal);
  let answered = draft;
  try {
    for (const question of questions.filter(({ isSettled }) => !isSettled(draft))) {
      if (question.applies?.(answered) === false) continue;
      answered = await askUntilRight(question, answered, dialogue);
    }
  } finally {
    dialogue.close();
  }
  return answered;
}

async function askUntilRight(
  { text, settled }: Question,
  draft: Configuration,
  dialogue: Dialogue,
): Promise<Configuration> {
  for (;;) {
    const answer = await dialogue.ask(text);
    try {
      return accepted(settled(draft, answer), theAnswer);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      dialogue.say(error.message);
    }
  }
}

interface Dialogue {
  /** @throws {Failure} `NOT_ANSWERED` */
  ask(text: string): Promise<string>;
  say(sentence: string): void;
  close(): void;
}

function openDialogue({ input, output }: Terminal): Dialogue {
  const reader = createInterface({ input, output });
  // Buffers lines that arrive before they are asked for, including those before the input ended.
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
  const say = (sentence: string): void => {
    write(output, `${sentence}\n`);
  };
  return {
    ask: async (text) => {
      reader.setPrompt(`${text}: `);
      if (isOpen) reader.prompt();
      const { value, done } = await lines.next();
      if (done !== true && !isInterrupted) return value.trim();
      say('');
      throw new Failure(
        'NOT_ANSWERED',
        'The questions ended before all were answered, so nothing was written. Answer them all, or use the options that case-conformance init --help shows.',
      );
    },
    say,
    close: () => reader.close(),
  };
}
