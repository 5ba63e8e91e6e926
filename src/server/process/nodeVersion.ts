/** The oldest supported major version of Node (the server needs node:sqlite, among others). */
const MIN_NODE_VERSION = 24

/** The message for a version of Node that is too old; null for a supported one. */
export const nodeRefusal = (version: string): string | null =>
  Number(version.split('.')[0]) >= MIN_NODE_VERSION
    ? null
    : `需要 Node ${MIN_NODE_VERSION} 或更新版本（当前为 v${version}）：请从 https://nodejs.org 安装，或在项目目录中用 npm run server 启动（它使用自带的 Node）`
