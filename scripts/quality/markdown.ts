/** A link of a Markdown text to a file of the repository. */
export interface Link {
  target: string
  line: number
}

/** Links and images of a Markdown text that name a file: no addresses, no anchors of the same page. */
export const fileLinks = (markdown: string): Link[] =>
  markdown.split('\n').flatMap((text, index) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
      .map((target) => ({ target, line: index + 1 })),
  )

/** Repository paths that stand in backticks: `src/shared/contract/define.ts`. Patterns with `<`, `*` or `…` are none. */
export const codePaths = (markdown: string): string[] =>
  [...markdown.matchAll(/`((?:src|tests|scripts|docs|resources|bench|\.ci)\/[\w./-]+)`/g)].map(([, path = '']) => path)

/** Names of npm scripts that the text tells to run: `npm run lint` → lint; `npm test` and `npm start` → themselves. */
export const npmScripts = (markdown: string): string[] =>
  [...markdown.matchAll(/npm (?:run ([\w:]+)|(test|start)\b)/g)].map(([, named, short]) => named ?? short ?? '')

/** The cells of every table row of a Markdown text, head and rule left out. */
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
