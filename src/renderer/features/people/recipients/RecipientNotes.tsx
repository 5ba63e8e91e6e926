import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { RECIPIENT_RULES, recipientProblem, type RecipientKind } from '#shared/domain/recipients.ts'
import { someOf } from '#shared/util/lists.ts'
import type { Recipients } from './useRecipients.ts'

const useStyles = makeStyles({
  // A fixed height, so that content below does not move when recipients change.
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '24px',
    minWidth: 0,
  },
  wrong: { color: tokens.colorPaletteRedForeground1, overflowWrap: 'anywhere', minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere', minWidth: 0 },
})

interface Props {
  kind: RecipientKind
  value: readonly string[]
  recipients: Recipients
  disabled: boolean
  /** Whether the field around shows the problem. */
  problemShown: boolean
}

/** Notes below a recipient input: the format or the count, invalid entries, duplicates. */
export function RecipientNotes({ kind, value, recipients, disabled, problemShown }: Props) {
  const styles = useStyles()
  const problem = recipientProblem(value, kind)
  const { repeated } = recipients
  return (
    <div role="status" className={styles.root}>
      <Text size={200} className={styles.muted}>
        {value.length > 1 ? `共 ${value.length} 个` : '多个之间用竖线 | 分隔，也可以粘贴一列。'}
      </Text>
      {value.length > 1 && (
        <Button size="small" appearance="subtle" disabled={disabled} onClick={recipients.clear}>
          清空
        </Button>
      )}
      {problem && !problemShown && (
        <Text size={200} className={styles.wrong}>
          {problem}
        </Text>
      )}
      {problem && (
        <Button
          size="small"
          appearance="subtle"
          disabled={disabled}
          onClick={() => recipients.retain(RECIPIENT_RULES[kind].isValid)}
        >
          移除格式有误的项
        </Button>
      )}
      {repeated.length > 0 && (
        <Text size={200} className={styles.muted}>
          {`已在列表中：${someOf(repeated)}`}
        </Text>
      )}
    </div>
  )
}
