/** The first Node that has all that the server uses (node:sqlite among others). */
const NEEDED_NODE = 24

/** What to say to a Node that is too old, in one line; null for one that will do. */
export const nodeRefusal = (version: string): string | null =>
  Number(version.split('.')[0]) >= NEEDED_NODE
    ? null
    : `需要 Node ${NEEDED_NODE} 或更新的版本（现在是 v${version}）：请从 https://nodejs.org 安装，或在项目目录中用 npm run server 启动（它使用自带的 Node）`
