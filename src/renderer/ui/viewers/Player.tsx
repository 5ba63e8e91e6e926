import { makeStyles, tokens } from '@fluentui/react-components'
import { MusicNote2Regular } from '@fluentui/react-icons'

const useStyles = makeStyles({
  box: {
    flex: '1 1 auto',
    minHeight: 0,
    display: 'grid',
    placeItems: 'center',
    alignContent: 'center',
    gap: tokens.spacingVerticalXL,
  },
  video: {
    width: '100%',
    height: '100%',
    minHeight: 0,
    backgroundColor: 'black',
    borderRadius: tokens.borderRadiusMedium,
  },
  note: { fontSize: '96px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  audio: { width: 'min(640px, 100%)' },
})

interface Props {
  kind: 'video' | 'audio'
  src: string
  name: string
  onFail: () => void
}

/** Plays a film or sound with the browser's own controls; it is read in parts, so that any place can be jumped to. */
export function Player({ kind, src, name, onFail }: Props) {
  const styles = useStyles()
  const common = { src, controls: true, 'aria-label': name, preload: 'metadata', onError: onFail } as const
  if (kind === 'video')
    return (
      <div className={styles.box}>
        <video className={styles.video} {...common}>
          <track kind="captions" />
        </video>
      </div>
    )
  return (
    <div className={styles.box}>
      <span className={styles.note}>
        <MusicNote2Regular />
      </span>
      <audio className={styles.audio} {...common}>
        <track kind="captions" />
      </audio>
    </div>
  )
}
