import { Badge, makeStyles, Tooltip } from '@fluentui/react-components'
import type { ContentEntry } from '#shared/contract/content.ts'
import { type ApprovalResult, passState, readApproval } from '#shared/domain/passState.ts'
import { PASS_STATES, REJECTION } from '#renderer/areas/content/text.ts'

const useStyles = makeStyles({ lines: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } })

/** More would not fit over the list; the entry itself says all of it. */
const SHOWN = 200

function saidBy({ trueName, approveResult }: ApprovalResult): string {
  const text = [...approveResult]
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN).join('')}…（${REJECTION.more}）` : approveResult
  return `${REJECTION.by(trueName)}\n${REJECTION.text(shown)}`
}

/** B·§2 pass status: published, rejected (with who refused it and why), or unpublished. */
export function PassStatus({ entry }: { entry: ContentEntry }) {
  const styles = useStyles()
  const state = passState(entry)
  const said = state === 'rejected' ? readApproval(entry.approveResult) : null
  if (state === 'published')
    return (
      <Badge appearance="tint" color="success">
        {PASS_STATES[state]}
      </Badge>
    )
  if (state === 'unpublished')
    return (
      <Badge appearance="tint" color="informative">
        {PASS_STATES[state]}
      </Badge>
    )
  const badge = (
    <Badge appearance="tint" color="danger" {...(said ? { tabIndex: 0 } : {})}>
      {PASS_STATES[state]}
    </Badge>
  )
  if (!said) return badge
  return (
    <Tooltip relationship="description" content={<span className={styles.lines}>{saidBy(said)}</span>}>
      {badge}
    </Tooltip>
  )
}
