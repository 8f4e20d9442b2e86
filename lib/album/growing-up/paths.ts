export const growingUpPath = (id: string) => `/growing-up/${id}`;
