import { ContentPage } from '#renderer/areas/content/shared/list/ContentPage.tsx'

/** Variant A of the content list. */
export function ContentList() {
  return <ContentPage review={false} />
}
