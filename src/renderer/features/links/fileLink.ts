/** The parameter by which a link asks the list of templates for a file. */
export const FILE_PARAM = 'file'

/** What is asked for: a template's file (its path begins with the template's folder), and a line of it. */
export interface FileLink {
  path: string
  /** From 1; 0: none. */
  line: number
}

/** The address of a template's file in the program, or of a line of it. No name of a file has a colon. */
export function fileHref(path: string, line = 0): string {
  return `/site/template/list?${new URLSearchParams({ [FILE_PARAM]: line > 0 ? `${path}:${line}` : path })}`
}

/** What `fileHref` put into the parameter. */
export function readFileLink(value: string): FileLink {
  const [, path = value, line = '0'] = /^(.+):(\d{1,7})$/.exec(value) ?? []
  return { path, line: Number(line) }
}
