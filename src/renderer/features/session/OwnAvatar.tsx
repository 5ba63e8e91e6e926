import { makeStyles, tokens } from '@fluentui/react-components'
import { useSession } from '#renderer/data/useSession.ts'
import { useOwnAvatar } from './useOwnAvatar.ts'

const useStyles = makeStyles({
  round: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: 1,
    userSelect: 'none',
  },
  image: { width: '100%', height: '100%', objectFit: 'cover' },
})

/**
 * The picture of the signed-in account, or the first character of its name. Decorative. Not Fluent's Avatar, which with
 * its presence badges would add 25 kB to the first screen.
 */
export function OwnAvatar({ size }: { size: 24 | 72 }) {
  const styles = useStyles()
  const name = useSession()?.username ?? ''
  const { image } = useOwnAvatar()
  return (
    <span className={styles.round} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden>
      {image ? <img className={styles.image} src={image} alt="" /> : ([...name][0] ?? '').toUpperCase()}
    </span>
  )
}
