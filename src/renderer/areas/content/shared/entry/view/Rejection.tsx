import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { ErrorCircleRegular } from '@fluentui/react-icons'
import type { ContentEntry } from '#shared/contract/content.ts'
import { passState, readApproval } from '#shared/domain/passState.ts'
import { PASS_STATES, REJECTION } from '#renderer/areas/content/text.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusDangerBackground1,
    color: tokens.colorNeutralForeground1,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  icon: { flexShrink: 0, color: tokens.colorStatusDangerForeground1 },
  text: { maxHeight: '120px', overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})

/** Who refused an entry, and all that they wrote; nothing for other entries. */
export function Rejection({ entry }: { entry: ContentEntry | null }) {
  const styles = useStyles()
  const said = entry && !entry.recycleTime && passState(entry) === 'rejected' && readApproval(entry.approveResult)
  if (!said) return null
  return (
    <section className={styles.root} aria-label={PASS_STATES.rejected}>
      <div className={styles.head}>
        <ErrorCircleRegular fontSize={20} className={styles.icon} />
        <Text weight="semibold">{PASS_STATES.rejected}</Text>
        <Text>{REJECTION.by(said.trueName)}</Text>
      </div>
      <div className={styles.text}>{REJECTION.text(said.approveResult)}</div>
    </section>
  )
}
