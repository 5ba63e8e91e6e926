import { makeStyles, tokens } from '@fluentui/react-components'

export const useListStyles = makeStyles({
  table: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: '200px' },
  // Delayed, so that a quick load does not flicker.
  stale: {
    opacity: 0.6,
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationNormal,
    transitionDelay: tokens.durationSlow,
  },
  toolbar: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    '& > :first-child': { flexGrow: 1 },
  },
  filtered: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
  },
  batch: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    marginInlineStart: 'auto',
  },
  // Wide enough for a count, so that the first choice does not wrap the bar and move the table.
  count: { color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap', minWidth: '5.5em', textAlign: 'end' },
  chosen: { color: tokens.colorNeutralForeground1 },
  hidden: { visibility: 'hidden' },
  actions: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})
