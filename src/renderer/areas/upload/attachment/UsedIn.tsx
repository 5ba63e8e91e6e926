import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { type AttachmentUse, maxContentUses } from '#shared/contract/attachment.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { isUnknownCall } from './unknownCall.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  place: { overflowWrap: 'anywhere' },
  soft: { color: tokens.colorNeutralForeground3 },
})

/** Limit of listed uses. */
const MAX_LISTED = 200

interface FileUsesProps {
  uses: readonly AttachmentUse[]
  /** Number of files whose uses are listed. */
  files: number
  /** Name of the file of a use, when there are several files; empty when unknown. */
  nameOf?: (attachmentId: number) => string
}

const USE_NAMES: Readonly<Record<AttachmentUse['where'], string>> = {
  template: '模板',
  site: '站点',
  column: '栏目',
  content: '内容',
  member: '会员',
  mail: '站内信和公文',
}

/** The uses of files as a list. */
export function FileUses({ uses, files, nameOf = () => '' }: FileUsesProps) {
  const styles = useStyles()
  const entries = Map.groupBy(
    uses.filter(({ where }) => where === 'content'),
    ({ attachmentId }) => attachmentId,
  )
  const most = maxContentUses(files)
  const more = [...entries.values()].some((each) => each.length >= most)
  return (
    <ul className={styles.list}>
      {uses.slice(0, MAX_LISTED).map(({ attachmentId, where, id, title }) => {
        const name = nameOf(attachmentId)
        return (
          <li key={`${attachmentId} ${where} ${id}`} className={styles.place}>
            {USE_NAMES[where]}“{title}”{name && `：${name}`}
          </li>
        )
      })}
      {uses.length > MAX_LISTED && <li className={styles.soft}>{`还有 ${uses.length - MAX_LISTED} 处未列出`}</li>}
      {more && <li className={styles.soft}>引用的内容较多，只列出最近的部分</li>}
    </ul>
  )
}

/** Shown for servers of other vendors, which lack the call. */
export const USAGE_UNKNOWN = '当前服务器不支持检查资源的使用情况，请确认没有页面正在使用。'

/** Where one file is used. */
export function FileUsage({ id }: { id: number }) {
  const styles = useStyles()
  const read = useRead('attachment.usage', { ids: [id] }, { quiet: true })
  if (read.data)
    return read.data.length > 0 ? (
      <FileUses uses={read.data} files={1} />
    ) : (
      <Text className={styles.soft}>未被使用</Text>
    )
  if (!read.error) return <Spinner size="tiny" label="正在检查…" labelPosition="after" />
  if (isUnknownCall(read.error)) return <Text className={styles.soft}>{USAGE_UNKNOWN}</Text>
  return (
    <Text>
      检查失败：{toAppError(read.error).message}{' '}
      <Button size="small" onClick={() => void read.refetch()}>
        重试
      </Button>
    </Text>
  )
}
