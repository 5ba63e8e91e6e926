import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const line = 'rgba(255, 255, 255, 0.05)'

const useStyles = makeStyles({
  root: { display: 'flex', height: '100%', backgroundColor: tokens.colorNeutralBackground1 },
  brand: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    flex: '0 0 38%',
    maxWidth: '620px',
    boxSizing: 'border-box',
    padding: '48px',
    color: PAPER.white,
    backgroundColor: '#003749',
    // A grid, as on a drawing board.
    backgroundImage: `linear-gradient(${line} 1px, transparent 1px), linear-gradient(90deg, ${line} 1px, transparent 1px), linear-gradient(160deg, #00546c, #002a39 70%)`,
    backgroundSize: '32px 32px, 32px 32px, 100% 100%',
    '@media (max-width: 900px)': { display: 'none' },
  },
  claim: { display: 'grid', gap: tokens.spacingVerticalM, maxWidth: '360px' },
  title: {
    fontSize: tokens.fontSizeHero800,
    lineHeight: tokens.lineHeightHero800,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { color: '#c1e3f0', lineHeight: tokens.lineHeightBase500 },
  main: { flex: '1 1 auto', minWidth: 0, overflow: 'auto', display: 'flex', outline: 'none' },
  content: {
    display: 'grid',
    gap: tokens.spacingVerticalXL,
    width: '100%',
    boxSizing: 'border-box',
    padding: '48px 32px',
    margin: 'auto',
  },
})

/** Frame of the pages before the shell: connecting and signing in. */
export function FrontDoor({ children, width = 360 }: { children: ReactNode; width?: number }) {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      <aside className={styles.brand} aria-label="站匠">
        <Logo large />
        <div className={styles.claim}>
          <Text className={styles.title}>一组网站，一处打理</Text>
          <Text className={styles.text}>
            用任意编辑器修改本地模板，保存即同步到服务器；冲突或断网时不会丢失任何修改。
          </Text>
        </div>
      </aside>
      <main className={styles.main} tabIndex={-1}>
        <div className={styles.content} style={{ maxWidth: width + 64 }}>
          {children}
        </div>
      </main>
    </div>
  )
}
