import { Badge, Link, makeStyles } from '@fluentui/react-components'
import type { PublicState } from '#shared/contract/publicState.ts'
import { describePublicState, PUBLIC_STATE_LABELS } from './labels.ts'

const useStyles = makeStyles({ link: { ':hover': { textDecorationLine: 'none' } } })

interface Props {
  state: PublicState | undefined
  /** Of the entry. */
  title: string
}

/** The public state of an entry in a list; a page that visitors see opens with a click. */
export function PublicStateBadge({ state, title }: Props) {
  const styles = useStyles()
  if (!state) return null
  const { short, color } = PUBLIC_STATE_LABELS[state.kind]
  const badge = (
    <Badge appearance="tint" color={color} title={describePublicState(state)}>
      {short}
    </Badge>
  )
  if (state.kind !== 'live' || state.url === '') return badge
  return (
    <Link
      className={styles.link}
      href={state.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${short}，打开网页 ${title}`}
    >
      {badge}
    </Link>
  )
}
