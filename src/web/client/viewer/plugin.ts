/** The part of the viewer's system that is used here. https://swagger.io/docs/open-source-tools/swagger-ui/customization/ */
interface System {
  readonly React: {
    createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  };
}

interface LayoutProps {
  getComponent(name: string, container?: boolean | string): unknown;
  readonly specSelectors: { loadingStatus(): string };
}

/**
 * Adapts the viewer to a page: without the title and the servers, which the page shows itself, and without a second
 * `<main>`.
 *
 * @param base the path of the service's base URL, without a trailing slash
 */
export const viewerPlugin =
  (base: string) =>
  ({ React: { createElement } }: System) => {
    const Reference = ({ getComponent, specSelectors }: LayoutProps) => {
      const status = specSelectors.loadingStatus();
      const part = (name: string, container?: boolean) => createElement(getComponent(name, container), null);
      if (status !== 'success') {
        const text = status.startsWith('failed') ? 'The description could not be loaded.' : 'Loading …';
        return createElement('p', { className: 'state' }, text);
      }
      return createElement(
        'div',
        { className: 'swagger-ui' },
        part('SvgAssets'),
        part('errors', true),
        part('AuthorizeBtnContainer', true),
        part('operations', true),
        part('Models', true),
      );
    };
    return {
      components: { Reference },
      statePlugins: {
        spec: {
          wrapActions: {
            updateJsonSpec: (update: (document: object) => unknown) => (document: object) =>
              update({ ...document, servers: [{ url: `${base}/` }] }),
          },
        },
      },
      wrapComponents: {
        // A plain text: the original is a link inside a button. Opening an operation changes the address anyway.
        DeepLink:
          () =>
          ({ text }: { readonly text?: unknown }) =>
            createElement('span', null, text),
      },
    };
  };
