/** How a part of the text is set off, where the terminal can. */
export type Emphasis = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (emphasis: Emphasis, text: string) => string;
