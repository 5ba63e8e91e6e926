import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ImageOffRegular } from '@fluentui/react-icons'
import { useRead } from '#renderer/data/useRead.ts'

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '60px',
    height: '36px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground4,
    fontSize: '18px',
    border: `1px solid ${tokens.colorNeutralStroke3}`,
    boxSizing: 'border-box',
  },
  large: { width: '160px', height: '96px', fontSize: '32px' },
  image: { width: '100%', height: '100%', objectFit: 'cover', objectPosition: 'top' },
})

interface Props {
  /** Path of the picture on the server; '' for none. */
  accessPath: string
  /** Title of the thing with this cover. */
  name: string
  /** small (default) fits a table row. */
  size?: 'small' | 'large'
}

/** A cover picture, loaded through the host; a picture icon when there is none. */
export function Cover({ accessPath, name, size = 'small' }: Props) {
  const styles = useStyles()
  const { data } = useRead('media.image', { accessPath }, { enabled: accessPath !== '', quiet: true })
  return (
    <div className={mergeClasses(styles.frame, size === 'large' && styles.large)}>
      {data?.dataUrl ? (
        <img className={styles.image} src={data.dataUrl} alt={`${name} 的封面`} />
      ) : (
        <ImageOffRegular aria-label="没有封面" />
      )}
    </div>
  )
}
