import { Badge, Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { CopyLinks, CopyEnd } from '#shared/contract/crossSiteCopy.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'

const useStyles = makeStyles({
  part: { display: 'grid', gap: tokens.spacingVerticalS },
  title: { margin: 0 },
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyle: 'none' },
  place: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
})

const COLORS = { public: 'success', draft: 'informative', recycled: 'warning', gone: 'danger' } as const

/** Shows the source and the copies of an entry. */
export function LinksDialog({ links: { from, to }, onClose }: { links: CopyLinks; onClose: () => void }) {
  const styles = useStyles()
  return (
    <PanelDialog title="来源与去向" size="small" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {(
        [
          ['来源', from ? [from] : []],
          ['去向', to],
        ] as const
      ).map(([title, links]) => (
        <section key={title} className={styles.part} aria-label={title}>
          <Subtitle2 as="h3" className={styles.title}>
            {title}
          </Subtitle2>
          {links.length === 0 && <Text className={styles.muted}>无</Text>}
          <ul className={styles.list}>
            {links.map((place) => (
              <LinkItem key={place.dataId} place={place} />
            ))}
          </ul>
        </section>
      ))}
    </PanelDialog>
  )
}

export const FOLLOW_LABELS = { update: '随来源更新', unpublish: '随来源取消发布', delete: '随来源删除' } as const

const STATE_LABELS = { public: '已发布', draft: '草稿', recycled: '在回收站中', gone: '已删除' } as const

function LinkItem({ place }: { place: CopyEnd }) {
  const styles = useStyles()
  const { siteTitle, menuTitle, title, state, rule, follows } = place
  return (
    <li className={styles.place}>
      <span className={styles.head}>
        <Text weight="semibold">{[siteTitle, menuTitle].filter(Boolean).join(' / ') || STATE_LABELS.gone}</Text>
        <Badge appearance="tint" color={COLORS[state]}>
          {STATE_LABELS[state]}
        </Badge>
      </span>
      {state !== 'gone' && <Text>{title || '（无查看权限）'}</Text>}
      <Text size={200} className={styles.muted}>
        {[rule ? `规则“${rule}”` : '手动复制', ...follows.map((what) => FOLLOW_LABELS[what])].join(' · ')}
      </Text>
    </li>
  )
}
