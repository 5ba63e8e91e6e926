import { Button, makeStyles, Subtitle2, Tag, tokens } from '@fluentui/react-components'
import { someOf } from '#shared/util/lists.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import type { SiteChanges } from './siteTicks.ts'

/** Limit of listed menus of one site; the others are counted. */
const MAX_LISTED = 200

const useStyles = makeStyles({
  list: { overflowY: 'auto', display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start', minHeight: 0 },
  site: { display: 'grid', gap: tokens.spacingVerticalXS },
  items: { display: 'grid', gap: tokens.spacingVerticalXS, margin: 0, padding: 0, listStyle: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalS,
    alignItems: 'baseline',
    paddingBlock: tokens.spacingVerticalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  texts: { display: 'grid', gap: tokens.spacingVerticalXXS, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  changes: readonly SiteChanges[]
  onAnswer: (agreed: boolean) => void
}

/** Lists the changed grants for confirmation before they are saved. */
export function ChangesDialog({ changes, onAnswer }: Props) {
  const styles = useStyles()
  return (
    <PanelDialog
      title="确认权限改动"
      size="medium"
      firm
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>继续编辑</Button>
          <Button appearance="primary" onClick={() => onAnswer(true)}>
            保存
          </Button>
        </>
      }
    >
      <div className={styles.list} tabIndex={0} role="region" aria-label="确认权限改动">
        {changes.map(({ siteId, siteName, differences }) => (
          <section key={siteId} className={styles.site}>
            <Subtitle2 as="h3">{siteName}</Subtitle2>
            <ul className={styles.items}>
              {differences.slice(0, MAX_LISTED).map((each) => (
                <li key={each.menuId} className={styles.item}>
                  <Tag size="small" appearance={each.menu === 'removed' ? 'outline' : 'brand'}>
                    {{ added: '新授予', removed: '取消', kept: '调整' }[each.menu]}
                  </Tag>
                  <div className={styles.texts}>
                    <span>{each.path}</span>
                    {each.added.length > 0 && <span className={styles.quiet}>{`授予：${someOf(each.added, 24)}`}</span>}
                    {each.removed.length > 0 && (
                      <span className={styles.quiet}>{`取消：${someOf(each.removed, 24)}`}</span>
                    )}
                  </div>
                </li>
              ))}
            </ul>
            {differences.length > MAX_LISTED && (
              <span
                className={styles.quiet}
              >{`还有 ${differences.length - MAX_LISTED} 个栏目，可在“有改动的”中查看`}</span>
            )}
          </section>
        ))}
      </div>
    </PanelDialog>
  )
}
