import { Badge, Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import type { EntryEvent } from '#shared/contract/content.ts'
import { ENTRY_EVENTS, type EntryEventKind } from '#shared/domain/entryEvents.ts'

const useStyles = makeStyles({
  list: { display: 'grid', margin: 0, padding: 0, paddingInlineStart: tokens.spacingHorizontalS, listStyle: 'none' },
  row: {
    position: 'relative',
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    paddingInlineStart: tokens.spacingHorizontalL,
    paddingBottom: tokens.spacingVerticalM,
    borderInlineStartWidth: '2px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke2,
    // The dot on the line.
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '-6px',
      insetBlockStart: '6px',
      width: '10px',
      height: '10px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorBrandStroke1,
    },
  },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
  text: { overflowWrap: 'anywhere' },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
})

/** Events of an approval request, which can be viewed. */
const APPROVAL_EVENTS: ReadonlySet<EntryEventKind> = new Set(['submitted', 'seen', 'agreed', 'refused', 'withdrawn'])

interface Props {
  rows: readonly EntryEvent[]
  /** Id of the event whose changes are shown; 0 without one. */
  chosen: number
  /** Shows the title of the entry with each event. */
  named: boolean
  onChoose: (event: EntryEvent) => void
  onViewApproval: (instanceId: number) => void
}

/** Colours that distinguish events that make content public, events that stop it, and others. */
const EVENT_COLORS: Readonly<Partial<Record<EntryEventKind, 'success' | 'danger' | 'warning' | 'brand'>>> = {
  published: 'success',
  agreed: 'success',
  refused: 'danger',
  rejected: 'danger',
  deleted: 'danger',
  recycled: 'danger',
  unpublished: 'warning',
  withdrawn: 'warning',
  updateWaits: 'warning',
  submitted: 'brand',
}

/** The events of a timeline, newest first. */
export function EventList({ rows, chosen, named, onChoose, onViewApproval }: Props) {
  const styles = useStyles()
  return (
    <ol className={styles.list} aria-label="操作记录">
      {rows.map((event) => {
        const { id, kind, createTime, author, detail, version, changed, title, contentId, refId } = event
        return (
          <li key={id} className={mergeClasses(styles.row, id === chosen && styles.chosen)}>
            <span className={styles.head}>
              <Badge appearance="tint" color={EVENT_COLORS[kind] ?? 'informative'}>
                {ENTRY_EVENTS[kind]}
              </Badge>
              <Text weight="semibold">{author || '系统'}</Text>
              <Text size={200} className={styles.muted}>
                {createTime}
              </Text>
              {version > 0 && (
                <Text size={200} className={styles.muted}>
                  {`第 ${version} 版`}
                </Text>
              )}
            </span>
            {named && <Text className={styles.text}>{title || `编号 ${contentId}`}</Text>}
            {detail !== '' && (
              <Text size={200} className={styles.text}>
                {detail}
              </Text>
            )}
            {changed.length > 0 && (
              <Text size={200} className={mergeClasses(styles.muted, styles.text)}>
                {`改动：${changed.join('、')}`}
              </Text>
            )}
            <EventButtons
              {...{ event, onChoose, onViewApproval }}
              isChosen={id === chosen}
              canViewApproval={refId !== 0}
            />
          </li>
        )
      })}
    </ol>
  )
}

interface ButtonsProps extends Pick<Props, 'onChoose' | 'onViewApproval'> {
  event: EntryEvent
  isChosen: boolean
  canViewApproval: boolean
}

function EventButtons({ event, isChosen, canViewApproval, onChoose, onViewApproval }: ButtonsProps) {
  const styles = useStyles()
  const { kind, revisionId, changed, createTime, refId } = event
  const hasChanges = revisionId !== 0 && changed.length > 0
  const isApproval = canViewApproval && APPROVAL_EVENTS.has(kind)
  if (!hasChanges && !isApproval) return null
  return (
    <span className={styles.buttons}>
      {hasChanges && (
        <Button
          size="small"
          aria-pressed={isChosen}
          aria-label={`查看差异 ${ENTRY_EVENTS[kind]} ${createTime}`}
          onClick={() => onChoose(event)}
        >
          查看差异
        </Button>
      )}
      {isApproval && (
        <Button size="small" aria-label={`查看审批 ${createTime}`} onClick={() => onViewApproval(refId)}>
          查看审批
        </Button>
      )}
    </span>
  )
}
