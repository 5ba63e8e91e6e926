import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { type AttachmentUse, mostContentUses } from '#shared/contract/attachment.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { isUnknownCall } from './unknownCall.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  place: { overflowWrap: 'anywhere' },
  soft: { color: tokens.colorNeutralForeground3 },
})

/** Uses that are drawn: who reads more of them? */
const SHOWN = 200

interface PlacesProps {
  uses: readonly AttachmentUse[]
  /** Files that were asked for. */
  files: number
  /** Names the file at its place, when there are several; empty for one whose name is not known. */
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

/** The places that name files, as a list. */
export function FileUses({ uses, files, nameOf = () => '' }: PlacesProps) {
  const styles = useStyles()
  const entries = Map.groupBy(
    uses.filter(({ where }) => where === 'content'),
    ({ attachmentId }) => attachmentId,
  )
  const most = mostContentUses(files)
  const more = [...entries.values()].some((each) => each.length >= most)
  return (
    <ul className={styles.list}>
      {uses.slice(0, SHOWN).map(({ attachmentId, where, id, title }) => {
        const name = nameOf(attachmentId)
        return (
          <li key={`${attachmentId} ${where} ${id}`} className={styles.place}>
            {USE_NAMES[where]}“{title}”{name && `：${name}`}
          </li>
        )
      })}
      {uses.length > SHOWN && <li className={styles.soft}>{`还有 ${uses.length - SHOWN} 处没有列出。`}</li>}
      {more && <li className={styles.soft}>使用它的内容很多，只列出了最近的，可能还有更多。</li>}
    </ul>
  )
}

/** The server is another one than ours. */
export const USAGE_UNKNOWN = '这个服务器不能检查资源在哪里被使用，请确认没有页面还在用它。'

/** Where one file is used. */
export function UsedIn({ id }: { id: number }) {
  const styles = useStyles()
  const read = useRead('attachment.usage', { ids: [id] }, { quiet: true })
  if (read.data)
    return read.data.length > 0 ? (
      <FileUses uses={read.data} files={1} />
    ) : (
      <Text className={styles.soft}>没有被使用</Text>
    )
  if (!read.error) return <Spinner size="tiny" label="正在检查…" labelPosition="after" />
  if (isUnknownCall(read.error)) return <Text className={styles.soft}>{USAGE_UNKNOWN}</Text>
  return (
    <Text>
      没有查到：{asAppError(read.error).message}{' '}
      <Button size="small" onClick={() => void read.refetch()}>
        重试
      </Button>
    </Text>
  )
}
