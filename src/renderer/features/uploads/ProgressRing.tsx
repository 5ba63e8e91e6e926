import { makeStyles, tokens } from '@fluentui/react-components'

const SIZE = 20
const WIDTH = 2.5
const RADIUS = (SIZE - WIDTH) / 2
const ROUND = 2 * Math.PI * RADIUS

const useStyles = makeStyles({
  root: { transform: 'rotate(-90deg)', fill: 'none' },
  rail: { stroke: tokens.colorNeutralStroke1 },
  bar: {
    stroke: tokens.colorCompoundBrandStroke,
    transitionProperty: 'stroke-dashoffset',
    transitionDuration: tokens.durationSlow,
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '1ms' },
  },
})

/** Progress from 0 to 1 as a ring in place of an icon. Decorative: the text is elsewhere. */
export function ProgressRing({ value }: { value: number }) {
  const styles = useStyles()
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS, strokeWidth: WIDTH }
  return (
    <svg className={styles.root} width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
      <circle className={styles.rail} {...circle} />
      <circle className={styles.bar} {...circle} strokeDasharray={ROUND} strokeDashoffset={ROUND * (1 - value)} />
    </svg>
  )
}
