import { ContentPage } from '#renderer/areas/content/shared/list/ContentPage.tsx'

/** Variant A of the content list. */
export function View() {
  return <ContentPage review={false} />
}
