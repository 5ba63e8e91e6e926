import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  grid: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))', gap: tokens.spacingVerticalL },
  figure: { display: 'grid', justifyItems: 'center', gap: tokens.spacingVerticalS, margin: 0 },
  stage: {
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    height: '96px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  effect: {
    width: '32px',
    height: '32px',
    animationDuration: '1.2s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '0s', animationIterationCount: 1 },
  },
  spin: {
    border: `3px solid ${tokens.colorNeutralStroke2}`,
    borderTopColor: tokens.colorBrandStroke1,
    borderRadius: tokens.borderRadiusCircular,
    animationTimingFunction: 'linear',
    animationName: { to: { transform: 'rotate(360deg)' } },
  },
  pulse: {
    backgroundColor: tokens.colorBrandBackground,
    borderRadius: tokens.borderRadiusCircular,
    animationName: { '50%': { transform: 'scale(0.4)', opacity: 0.4 } },
  },
  flip: {
    backgroundColor: tokens.colorBrandBackground,
    animationName: { '50%': { transform: 'rotateX(180deg)' }, to: { transform: 'rotateX(180deg) rotateY(180deg)' } },
  },
  bounce: {
    backgroundColor: tokens.colorBrandBackground,
    borderRadius: tokens.borderRadiusMedium,
    animationName: { '50%': { transform: 'translateY(-24px)' } },
  },
})
const EFFECTS = [
  { id: 'spin', title: '旋转' },
  { id: 'pulse', title: '呼吸' },
  { id: 'flip', title: '翻转' },
  { id: 'bounce', title: '弹跳' },
] as const

/** 只用样式做的等待动效；系统要求减少动画时静止。 */
export function CssfxDemo() {
  const styles = useStyles()
  return (
    <DemoPage title="动效" text="只用样式做的等待动效；系统要求减少动画时静止。">
      <div className={styles.grid}>
        {EFFECTS.map(({ id, title }) => (
          <figure key={id} className={styles.figure}>
            <div className={styles.stage}>
              <div className={mergeClasses(styles.effect, styles[id])} />
            </div>
            <figcaption>{title}</figcaption>
          </figure>
        ))}
      </div>
    </DemoPage>
  )
}
