import { makeStyles, tokens } from '@fluentui/react-components'

export const useListStyles = makeStyles({
  table: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: '200px' },
  // Only a load that takes a while is seen.
  stale: {
    opacity: 0.6,
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationNormal,
    transitionDelay: tokens.durationSlow,
  },
  toolbar: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  batch: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    marginInlineStart: 'auto',
  },
  count: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  chosen: { color: tokens.colorNeutralForeground1 },
  hidden: { visibility: 'hidden' },
  actions: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})
