import type { OutputOf } from '#shared/contract/registry.ts'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import { EXIT_CODES } from './args.ts'
import type { Ask, Outcome } from './control.ts'

export type Issues = OutputOf<'livePreview.check'>

const SEVERITIES: Record<Issues[number]['severity'], string> = { error: '错误', warning: '警告', info: '提示' }

export const issueLines = (issues: Issues): string[] =>
  issues.map(
    ({ file, line, severity, message }) =>
      `  ${SEVERITIES[severity]}  ${file}${line > 0 ? `:${line}` : ''}：${message}`,
  )

/** Only errors differ: a template with warnings makes its pages. */
export const codeOf = (issues: Issues): number =>
  issues.some(({ severity }) => severity === 'error') ? EXIT_CODES.differs : EXIT_CODES.fine

/** check: the issues of the local template files. */
export async function check({ id, templateName }: Workspace, ask: Ask, out: (text: string) => void): Promise<Outcome> {
  const issues = await ask('livePreview.check', { id })
  out(
    [`${templateName}：${issues.length === 0 ? '没有问题' : `${issues.length} 个问题`}`, ...issueLines(issues)].join(
      '\n',
    ),
  )
  return { code: codeOf(issues), json: { issues } }
}

/** publish: brings the draft of the workspace's template into it. Conflicts are left to a person. */
export async function publish(
  { folder, templateName }: Workspace,
  ask: Ask,
  out: (text: string) => void,
): Promise<Outcome> {
  const { templateId, draft } = await ask('templateDraft.find', { folder })
  if (!draft) throw new AppError('conflict', `模板“${templateName}”没有草稿，没有可以发布的更改`)
  const { changes, signature } = await ask('templateDraft.changes', { id: templateId })
  const conflicts = changes.filter(({ way }) => way === 'ask').map(({ path }) => path)
  if (conflicts.length > 0) {
    const lines = conflicts.map((path) => `  冲突  ${path}`)
    out([`${templateName}：${conflicts.length} 个冲突，请在站匠的“发布更改”中选择保留哪一方`, ...lines].join('\n'))
    return { code: EXIT_CODES.differs, json: { published: 0, taken: 0, conflicts } }
  }
  const { published, taken } =
    changes.length === 0
      ? { published: 0, taken: 0 }
      : await ask('templateDraft.publish', { id: templateId, signature, answers: [] })
  out(`${templateName}：${published + taken === 0 ? '没有需要发布的更改' : `已发布 ${published} 项，并入 ${taken} 项`}`)
  return { code: EXIT_CODES.fine, json: { published, taken, conflicts } }
}
