import { makeStyles, tokens } from '@fluentui/react-components'
import { ImageOffRegular } from '@fluentui/react-icons'
import { useRead } from '#renderer/data/useRead.ts'

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    placeItems: 'center',
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
  image: { width: '100%', height: '100%', objectFit: 'cover', objectPosition: 'top' },
})

/** A template's cover, which the host loads from the server; a picture mark when there is none. */
export function Cover({ accessPath, name }: { accessPath: string; name: string }) {
  const styles = useStyles()
  const { data } = useRead('media.image', { accessPath }, { enabled: accessPath !== '', quiet: true })
  return (
    <div className={styles.frame}>
      {data?.dataUrl ? (
        <img className={styles.image} src={data.dataUrl} alt={`${name} 的封面`} />
      ) : (
        <ImageOffRegular aria-label="没有封面" />
      )}
    </div>
  )
}
