import { makeStyles, Spinner, tokens } from '@fluentui/react-components'
import type { CaptchaState } from './useCaptcha.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const useStyles = makeStyles({
  button: {
    display: 'grid',
    placeItems: 'center',
    width: '150px',
    height: '32px',
    // Aligns the image with the input beside it, below that input's label.
    marginTop: '26px',
    padding: 0,
    cursor: 'pointer',
    color: '#242424',
    backgroundColor: PAPER.white,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  image: { width: '150px', height: '30px' },
})

/** The captcha image; clicking it fetches another. */
export function Captcha({ captcha }: { captcha: CaptchaState }) {
  const styles = useStyles()
  return (
    <button
      type="button"
      className={styles.button}
      title="看不清？点击换一张"
      aria-label="验证码图片，点击换一张"
      onClick={captcha.refresh}
    >
      {captcha.image && <img className={styles.image} src={captcha.image} alt="" />}
      {!captcha.image && (captcha.failed ? '点击重新获取' : <Spinner size="tiny" aria-label="正在读取验证码" />)}
    </button>
  )
}
