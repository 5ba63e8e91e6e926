import { access, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Workspace } from '#shared/contract/workspace.ts'

/** Finds the named workspaces; `wrong` is a message for people. */
export async function chooseWorkspaces(
  all: readonly Workspace[],
  { workspace, all: every }: { workspace: string; all: boolean },
  cwd: string,
): Promise<readonly Workspace[] | { wrong: string }> {
  if (all.length === 0) return { wrong: '还没有同步到本地的模板，请先在站匠的模板列表中点击“同步到本地”' }
  if (every) return all
  if (workspace === '') {
    const here = await findByPath(all, cwd)
    if (here) return [here]
    return all.length === 1 ? all : { wrong: `有 ${all.length} 个工作区，请指定一个：${formatList(all)}` }
  }
  const named = all.filter(({ id, folder, templateName }) => [id, folder, templateName].includes(workspace))
  if (named.length > 1) return { wrong: `有多个名为“${workspace}”的工作区，请指定本地文件夹：${formatList(named)}` }
  const found = named[0] ?? (await findByExistingPath(all, resolve(cwd, workspace)))
  return found ? [found] : { wrong: `工作区“${workspace}”不存在，现有工作区：${formatList(all)}` }
}

/** The workspace of an existing path; undefined for a path that does not exist, even within a workspace folder. */
const findByExistingPath = async (all: readonly Workspace[], path: string): Promise<Workspace | undefined> =>
  (await access(path).then(
    () => true,
    () => false,
  ))
    ? findByPath(all, path)
    : undefined

/** The workspace whose folder contains a path. */
async function findByPath(all: readonly Workspace[], path: string): Promise<Workspace | undefined> {
  const real = await realpath(path).catch(() => path)
  for (const workspace of all) {
    const root = await realpath(workspace.localPath).catch(() => workspace.localPath)
    const inner = relative(root, real)
    if (inner === '' || (inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner))) return workspace
  }
  return undefined
}

const formatList = (all: readonly Workspace[]): string =>
  all.map(({ templateName, localPath }) => `${templateName}（${localPath}）`).join('、')
