import { Badge, Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { CopyLinks, CopyEnd } from '#shared/contract/crossSiteCopy.ts'
import { CROSS_SITE } from '#renderer/areas/content/shared/cross-site/text.ts'
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

/** Where an entry comes from, and where it was copied to. */
export function LinksDialog({ links: { from, to }, onClose }: { links: CopyLinks; onClose: () => void }) {
  const styles = useStyles()
  return (
    <PanelDialog title={CROSS_SITE.links.title} size="small" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {(
        [
          [CROSS_SITE.links.from, from ? [from] : []],
          [CROSS_SITE.links.to, to],
        ] as const
      ).map(([title, places]) => (
        <section key={title} className={styles.part} aria-label={title}>
          <Subtitle2 as="h3" className={styles.title}>
            {title}
          </Subtitle2>
          {places.length === 0 && <Text className={styles.muted}>{CROSS_SITE.links.none}</Text>}
          <ul className={styles.list}>
            {places.map((place) => (
              <PlaceItem key={place.dataId} place={place} />
            ))}
          </ul>
        </section>
      ))}
    </PanelDialog>
  )
}

function PlaceItem({ place }: { place: CopyEnd }) {
  const styles = useStyles()
  const { siteTitle, menuTitle, title, state, rule, follows } = place
  return (
    <li className={styles.place}>
      <span className={styles.head}>
        <Text weight="semibold">{[siteTitle, menuTitle].filter(Boolean).join(' / ') || CROSS_SITE.links.states.gone}</Text>
        <Badge appearance="tint" color={COLORS[state]}>
          {CROSS_SITE.links.states[state]}
        </Badge>
      </span>
      {state !== 'gone' && <Text>{title || CROSS_SITE.links.noTitle}</Text>}
      <Text size={200} className={styles.muted}>
        {[rule ? CROSS_SITE.links.byRule(rule) : CROSS_SITE.links.byHand, ...follows.map((what) => CROSS_SITE.links.follows[what])].join(' · ')}
      </Text>
    </li>
  )
}
