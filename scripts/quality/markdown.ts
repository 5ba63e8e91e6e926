/** A link of a Markdown text to a file of the repository. */
export interface Link {
  target: string
  line: number
}

/** Links and images of a Markdown text that point to a file, without URLs and anchors of the same page. */
export const fileLinks = (markdown: string): Link[] =>
  markdown.split('\n').flatMap((text, index) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
      .map((target) => ({ target, line: index + 1 })),
  )

/** Repository paths in backticks: `src/shared/contract/define.ts`. Patterns with `<`, `*` or `…` are ignored. */
export const codePaths = (markdown: string): string[] =>
  [...markdown.matchAll(/`((?:src|tests|scripts|docs|resources|bench|\.ci)\/[\w./-]+)`/g)].map(([, path = '']) => path)

/** Names of npm scripts in commands of the text: `npm run lint` → lint; `npm test` and `npm start` → test, start. */
export const npmScripts = (markdown: string): string[] =>
  [...markdown.matchAll(/npm (?:run ([\w:]+)|(test|start)\b)/g)].map(([, named, short]) => named ?? short ?? '')

/** The cells of all table rows of a Markdown text, without head and separator. */
export const tableRows = (markdown: string): string[][] => {
  const lines = markdown.split('\n')
  const isRow = (line: string | undefined): boolean => line?.startsWith('|') ?? false
  const isRule = (line: string | undefined): boolean => /^\|[\s:|-]+\|$/.test(line ?? '')
  return lines
    .filter((line, i) => isRow(line) && !isRule(line) && !isRule(lines[i + 1]))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
