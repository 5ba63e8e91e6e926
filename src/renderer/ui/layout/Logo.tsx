import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import icon from './icon.svg'

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
    whiteSpace: 'nowrap',
  },
  large: { fontSize: tokens.fontSizeHero700 },
  image: { width: '26px', height: '26px' },
  largeImage: { width: '44px', height: '44px' },
})

/** The product's mark and name. */
export function Logo({ large = false }: { large?: boolean }) {
  const styles = useStyles()
  return (
    <span className={mergeClasses(styles.root, large && styles.large)}>
      <img className={mergeClasses(styles.image, large && styles.largeImage)} src={icon} alt="" />
      站匠
    </span>
  )
}
