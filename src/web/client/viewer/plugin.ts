/** As much of the viewer's system as is used here. https://swagger.io/docs/open-source-tools/swagger-ui/customization/ */
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
 * The viewer as a part of a page: without the title and the servers, which the page says itself, and without a `<main>`
 * inside that of the page.
 *
 * @param base the path below which the service is reached, without a trailing slash
 */
export const viewerPlugin =
  (base: string) =>
  ({ React: { createElement } }: System) => {
    const Reference = ({ getComponent, specSelectors }: LayoutProps) => {
      const status = specSelectors.loadingStatus();
      const part = (name: string, container?: boolean) => createElement(getComponent(name, container), null);
      if (status !== 'success') {
        const text = status.startsWith('failed') ? 'The description could not be read.' : 'Loading …';
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
        // A link inside the button that opens an operation; opening it changes the address all the same.
        DeepLink:
          () =>
          ({ text }: { readonly text?: unknown }) =>
            createElement('span', null, text),
      },
    };
  };
