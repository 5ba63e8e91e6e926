/** Parameter of a link that opens a file in the list of templates. */
export const FILE_PARAM = 'file'

/** The target of a link: a template's file (its path begins with the template's folder), and a line of it. */
export interface FileLink {
  path: string
  /** From 1; 0: none. */
  line: number
}

/** The address of a template's file in the program, or of a line of it. File names contain no colon. */
export function fileHref(path: string, line = 0): string {
  return `/site/template/list?${new URLSearchParams({ [FILE_PARAM]: line > 0 ? `${path}:${line}` : path })}`
}

/** Parses the parameter that `fileHref` wrote. */
export function parseFileLink(value: string): FileLink {
  const [, path = value, line = '0'] = /^(.+):(\d{1,7})$/.exec(value) ?? []
  return { path, line: Number(line) }
}
