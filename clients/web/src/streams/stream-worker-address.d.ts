/** The address of the built shared worker. */
declare module "virtual:stream-worker" {
  const address: string;
  export default address;
}
