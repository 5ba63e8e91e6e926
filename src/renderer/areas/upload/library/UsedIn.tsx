import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import { type AttachmentUse, mostContentUses } from '#shared/contract/attachment.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { LIBRARY, USE_NAMES } from '#renderer/areas/upload/library/text.ts'
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
      {uses.length > SHOWN && <li className={styles.soft}>{LIBRARY.moreUses(uses.length - SHOWN)}</li>}
      {more && <li className={styles.soft}>{LIBRARY.moreContent}</li>}
    </ul>
  )
}

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
  if (isUnknownCall(read.error)) return <Text className={styles.soft}>{LIBRARY.usageUnknown}</Text>
  return (
    <Text>
      没有查到：{asAppError(read.error).message}{' '}
      <Button size="small" onClick={() => void read.refetch()}>
        重试
      </Button>
    </Text>
  )
}
