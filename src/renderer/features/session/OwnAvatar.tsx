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
 * The picture of the one who is signed in, or the beginning of its name. Decoration. Not Fluent's Avatar: it stands in the
 * title bar, and that one with its badges of presence is 25 kB of the first screen.
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
