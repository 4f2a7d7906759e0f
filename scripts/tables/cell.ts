export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*');
}
